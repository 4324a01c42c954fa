-- When a game was ended, and when for good (wall): between the two it can be reopened, and nothing hidden is shown.
ALTER TABLE game ADD COLUMN ended_at INTEGER;
ALTER TABLE game ADD COLUMN closed_at INTEGER;
UPDATE game SET ended_at = (SELECT max(wall) FROM command WHERE command.game = game.id AND kind = 'end')
    WHERE status = 'ended';
UPDATE game SET closed_at = ended_at;
