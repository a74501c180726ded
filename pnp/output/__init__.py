"""What a build leaves on the disk: files written all or none, their manifest, read-back, and
what changed since a print.
"""
