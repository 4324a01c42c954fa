"""Discord: slash commands made from orders, replies, panels, pictures, the scheduler and the post."""
