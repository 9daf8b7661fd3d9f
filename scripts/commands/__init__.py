"""What joins the stages: the commands, the parsers of their arguments, and what they share.

`arguments` reads what was typed; the module of a command does it: `pages` (`repair`, `adopt`),
`checking`, `building` (`execute`, `render`, `build`), `links`, `sync`, `inventory`, `drift`,
`publish`, `release`, `gc`, `serve`, `preview` and `language_server`. They share `workspace` (one
root's folders), `selection` (which lessons are meant), `progress` (the talk), `page_damage` and
`page_claims` (what other stages know of a page, for `check`).
"""
