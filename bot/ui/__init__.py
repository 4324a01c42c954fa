"""The controls of Discord: views, forms, menus, answers, the panel."""
