-- What was posted with a command, digest by digest, so that a post that was changed, lost or slipped in is found.
ALTER TABLE command ADD COLUMN posts TEXT NOT NULL DEFAULT '';
