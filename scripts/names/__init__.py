"""Names of libraries that a page uses: `jnp.where` of its code is `jax.numpy.where`.

`used` says which documented names a page uses; `reader` reads them from code, which `fragments`
parses as far as it is Python and `scopes` looks through; `in_prose` finds those in sentences.
"""
