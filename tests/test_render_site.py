"""Real builds of a small site about bread, its outputs put into the store by hand."""
