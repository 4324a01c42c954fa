-- Seats that Umpire itself plays: nobody sits there, and it is not vacant either.
ALTER TABLE seat ADD COLUMN automated INTEGER NOT NULL DEFAULT 0 CHECK (automated IN (0, 1) AND (automated = 0 OR user IS NULL));
CREATE INDEX seat_automated ON seat (game) WHERE automated = 1;
