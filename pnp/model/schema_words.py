"""What each key of a game's files means, in the words that an editor shows beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ABOUT: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "GameFile": {
            "title": "What the game is called; stands on sheets, backs and in the PDF.",
            "subtitle": "A line below the title.",
            "author": "Who made it.",
            "language": "The language of its words, such as en or de-CH.",
            "notice": "A legal notice for the last page.",
            "age": "From which age it is played, such as 12+.",
            "players": "How many can play.",
            "facts": "The numbers of the rules, each said once: a value, or {expr: an expression over facts and players}.",
            "sources": "Where the rules are written, by a short name that promises refer to.",
            "palette": "Colours by name. accent, tint, line and spark colour the finished faces.",
            "terms": "Meanings, such as suits or player colours: each value with its label, letter, colour, pattern and icon.",
            "fonts": "Font families by name: a file below fonts/ for each cut.",
            "styles": "Looks of text by name; what is not said comes from base:.",
            "limits": "Figures that this game tightens for itself.",
            "components": "What is printed, by name.",
        },
        "Players": {
            "min": "The fewest players.",
            "max": "The most players.",
            "colours": "The players' colours, names of a term.",
        },
        "TermFile": {
            "label": "What people read; the name with a capital where nothing is said.",
            "letter": "One letter that says the same without colour.",
            "color": "A name of the palette or #rrggbb.",
            "pattern": "A pattern that says the same in grey, such as dots or stripes.",
            "icon": "The name of an icon.",
            "text": "What it means.",
        },
        "StyleFile": {
            "base": "The style that it refines (body).",
            "font": "The name of a font family.",
            "weight": "regular or bold.",
            "slope": "upright or italic.",
            "size": "The size wished for, such as 12pt.",
            "min": "The least size that a long text may shrink to.",
            "leading": "The height of a line as a multiple of the size.",
            "tracking": "Space between letters as a share of the size.",
            "color": "A name of the palette or #rrggbb.",
            "align": "left, center, right or justify.",
            "valign": "top, middle or bottom.",
            "lines": "The most lines.",
            "case": "as-is, upper or lower.",
        },
        "FontFile": {
            "regular": "The upright file, below fonts/.",
            "bold": "The bold file.",
            "italic": "The italic file.",
            "bold-italic": "The bold italic file.",
            "fallback": "Families to look in for characters that this one lacks.",
        },
        "Limits": {
            "text_floor": "The size below which a text is warned about (7pt).",
            "cards": "The most different cards of a deck.",
            "copies": "The most physical cards of a deck.",
        },
        "DeckFile": {
            "kind": "What is printed: a deck of cards.",
            "title": "What people call it; the component's name where nothing is said.",
            "cards": "The file of its cards (cards/NAME.yaml or .csv), or the cards themselves.",
            "key": "The field that names a card for good (id).",
            "size": "The trim size: a name such as poker, or WIDTHxHEIGHT in millimetres.",
            "bleed": "How far ink runs beyond the trim (3mm).",
            "safe": "How far texts keep from the trim (3mm).",
            "shuffled": "Whether the cards are shuffled, so that their backs must not tell them apart.",
            "template": "A template that brings front, back and fields, such as base/classic.",
            "front": "The template of the fronts, in place of template:.",
            "back": "The template of the backs; none for cards without a back.",
            "backs": "same: all backs look alike; each: every card has its own.",
            "fields": "The fields of each card. Those of a template: are there without being declared.",
            "when": "An expression over facts and players; without it the deck is always printed.",
            "was": "The component's name before a renaming.",
        },
        "PromiseFile": {
            "id": "What the promise is called in reports, such as A1.",
            "says": "The promise in a sentence.",
            "kind": "How it is checked; pnp explain KIND tells more.",
            "basis": "stated or derived from the rules (a breach is an error); public or ours (a warning).",
            "where": "The source and its section, such as rules/Setup.",
            "severity": "error or warning, in place of what the basis says.",
        },
        "TemplateFile": {
            "about": "What the template shows, in a line.",
            "back": "The back that it brings.",
            "fields": "The fields that it reads.",
        },
    }
)
