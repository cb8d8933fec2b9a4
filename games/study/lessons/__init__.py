"""The lessons: pages drawn from the rules and the solver, and the hub that lists them."""
