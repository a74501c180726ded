"""Draws imposed sheets as PDF files (`pdf`) and faces as SVG and PNG files (`svg`, `pictures`)."""
