"""Orders of moderators, heard by everybody. Ships are not touched while somebody is asked, or they are activated."""
