// The types of the wire format; games/protocol/ says what its fields mean. The TypeScript compiler reads them from these
// comments; nothing of this module runs.

/** @typedef {"X" | "O"} Mark */
/** @typedef {"waiting" | "called" | "playing" | "finished" | "closed"} Status */
/** @typedef {"here" | "away" | "reconnecting"} Presence */
/** @typedef {{ name: string, level: string | null, has_account: boolean }} Seat `level` is that of the computer */
/** @typedef {{ winner: Mark | null, reason: string, line: number[] }} Result */
/** @typedef {{ best_of: number, is_over: boolean }} Series 0 games for one without an end */
/** @typedef {{ by: Mark | null, is_declined: boolean, declined_to: Mark | null }} Request of a draw, or of a move back */

/**
 * @typedef {object} Clock
 * @property {string} control such as "10s" or "3+2"
 * @property {number} total milliseconds that a side begins with, or has for each move
 * @property {Record<Mark, number>} left milliseconds
 * @property {Mark | null} running
 */

/**
 * What a move leads to if both sides play their best.
 *
 * @typedef {object} Verdict
 * @property {"win" | "draw" | "loss" | "unknown"} value
 * @property {number | null} plies until the game is won or lost
 * @property {string} brief such as "W2"
 * @property {string} words
 */

/**
 * A small board that takes no more moves.
 *
 * @typedef {object} ClosedBoard
 * @property {number} board its number, row by row
 * @property {Mark | ""} mark that has won it
 * @property {number} ply of the move that closed it, from 1
 * @property {number[]} line empty for a full board
 * @property {string} strike through the line if nobody has won it, as an svg path
 */

/**
 * What is drawn over the last position of a game.
 *
 * @typedef {object} End
 * @property {number[]} cells of the line that ended it, or those that shake hands after a draw
 * @property {Mark} mark that made them
 * @property {string} strike through the line, as an svg path
 * @property {string} hands the svg transform of those that are shaken
 */

/**
 * How a game stands, the same for everyone.
 *
 * @typedef {object} Facts
 * @property {string} id
 * @property {string} variant width x height x run and its rules, such as "7x6x4+drop"
 * @property {number} version grows with every change of the game
 * @property {number} ply
 * @property {string} cells "X", "O" or "." for each cell, row by row
 * @property {(number | null)[] | null} landing the cell where a piece would land, by column; null where none falls
 * @property {number[] | null} playable null for all that are free
 * @property {ClosedBoard[]} closed
 * @property {number | null} target the small board on which the next move must be made
 * @property {Mark} turn
 * @property {Status} status
 * @property {Result | null} outcome
 * @property {End | null} end
 * @property {Record<Mark, Seat | null>} seats
 * @property {Record<Mark | "draws", number>} score
 * @property {Series} series
 * @property {string} kind "" for an ordinary game
 * @property {any} part what the kind adds
 * @property {Clock | null} clock
 * @property {number} hints how often a hint was given
 * @property {Request | null} undo null where moves cannot be taken back
 * @property {boolean} is_public whether it is listed under Watch
 * @property {boolean} is_timed whether there is a clock, or no friend who comes back some day
 * @property {number | null} call milliseconds left to come to it, null unless its players are called
 * @property {Mark[]} awaited who have not come to this game
 * @property {Mark | null} absent who ended it by not coming, not moving, or stopping
 */

/** @typedef {Facts & { board: string, words: string }} LiveGame */
/** @typedef {Facts & Personal} State a snapshot as one person sees it */

/**
 * @typedef {object} Personal
 * @property {number[]} moves
 * @property {(number | null)[]} targets by ply, empty where no move leads to a small board
 * @property {number} start_ply how many moves were set up before the game
 * @property {string | null} next id of the rematch
 * @property {Mark | null} next_by who asked for it
 * @property {boolean} may_rematch
 * @property {Request | null} draw null but between two people
 * @property {Mark[]} you the marks that this person plays
 * @property {string} words the status line
 * @property {string} where in which small board the next move is made
 * @property {"won" | "lost" | "drawn" | "over" | ""} result over for spectators, "" without a result
 * @property {string} rematch_by the name of the opponent who asked for a rematch
 * @property {{ level: string, name: string } | null} offer the level to play next
 * @property {"earlier" | "any" | ""} play_on from which positions they may begin another game
 * @property {boolean} may_undo
 * @property {boolean} may_hint
 * @property {number | null} claim_in seconds until the game may be claimed, null if it may not
 */

/** @typedef {{ address: string, words: string }} Link */
/** @typedef {{ type: "state", answers?: string } & State} StateMessage `answers` is the id of a move */
/** @typedef {{ type: "ok", id: string, version: number }} OkMessage */
/** @typedef {{ type: "no", id: string | null, code: string, message: string, state: State | null, link?: Link }} NoMessage */
/** @typedef {{ ply: number, words: string, best: number[], verdicts: Record<string, Verdict> }} Hint by cell */
/** @typedef {{ type: "hint", id: string, version: number } & Hint} HintMessage */
/** @typedef {{ type: "pong", id: string, version: number }} PongMessage */
/** @typedef {{ type: "presence", seats: Partial<Record<Mark, Presence>>, watchers: number }} PresenceMessage */
/** @typedef {{ type: "reaction", mark: Mark, reaction: string, words?: string }} ReactionMessage */
/** @typedef {{ type: "games", shown: string[], changed: LiveGame[] }} GamesMessage */

/** @typedef {StateMessage | OkMessage | NoMessage | HintMessage | PongMessage | PresenceMessage
 *   | ReactionMessage | GamesMessage} ServerMessage */

/** @typedef {{ type: "move", ply: number, cell: number } | { type: "resign" | "rematch" | "sync" }
 *   | { type: "claim", result: string } | { type: "say", text: string } | { type: "ping", visible: boolean }
 *   | { type: "undo" | "decline" | "draw" | "decline_draw" | "hint", ply: number }} Content */

/** @typedef {{ id: string } & Content} ClientMessage */

export {};
