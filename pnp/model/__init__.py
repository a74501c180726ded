"""Turns values with places into a frozen `Game`: what a designer wrote, checked against the shape
that each file must have.
"""
