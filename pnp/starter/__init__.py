"""New games: the files of the starter or of a copy, and how they come to the disk all at once."""
