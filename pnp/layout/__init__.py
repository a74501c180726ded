"""Element trees into faces: an own box solver and an own text engine over real font metrics."""
