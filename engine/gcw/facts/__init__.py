"""What facts are made of: small changes of the state."""
