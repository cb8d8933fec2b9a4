// The types of the wire format, as games/protocol/ has them. The TypeScript compiler reads them from
// these comments; nothing of this module runs.

/** @typedef {"X" | "O"} Mark */

/** @typedef {"waiting" | "called" | "playing" | "finished" | "closed"} Status */

/** @typedef {"here" | "away" | "reconnecting"} Presence */

/**
 * @typedef {object} Seat
 * @property {string} name
 * @property {string | null} level of the computer, null for a person
 * @property {boolean} has_account whether the name is that of an account, which has a profile
 */

/**
 * @typedef {object} Result
 * @property {Mark | null} winner null for a draw and for a game without a result
 * @property {string} reason such as "line", "full" or "resigned"
 * @property {number[]} line the cells of the line that ended the game, if one did
 */

/**
 * @typedef {object} Clock
 * @property {string} control such as "10s" or "3+2"
 * @property {number} total milliseconds that a side begins with, or has for each move
 * @property {Record<Mark, number>} left milliseconds
 * @property {Mark | null} running whose time runs
 */

/**
 * What one player asks the other to agree to: to take back a move, or to a draw.
 *
 * @typedef {object} Request
 * @property {Mark | null} by who asks
 * @property {boolean} is_declined whether that was refused or withdrawn at this ply
 * @property {Mark | null} declined_to who was told no
 */

/**
 * @typedef {object} Series
 * @property {number} best_of games, 0 for a series without an end
 * @property {boolean} is_over
 */

/**
 * What a move leads to if both sides play their best.
 *
 * @typedef {object} Verdict
 * @property {"win" | "draw" | "loss" | "unknown"} value
 * @property {number | null} plies until the game is won or lost
 * @property {string} brief the verdict in two or three characters, such as "W2"
 * @property {string} words
 */

/**
 * A small board that takes no more moves.
 *
 * @typedef {object} ClosedBoard
 * @property {number} board its number, row by row
 * @property {Mark | ""} mark that has won it
 * @property {number} ply of the move that closed it, from 1
 * @property {number[]} line the cells that closed it, empty for a full board
 * @property {string} strike through them if nobody has won it, as an svg path
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
 * @property {number} ply how many moves have been made
 * @property {string} cells "X", "O" or "." for each cell, row by row
 * @property {(number | null)[] | null} landing the cell where a piece would land, by column; null where none falls
 * @property {number[] | null} playable the cells that may be marked next, null for all that are free
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
 * @property {any} part what the kind adds, null for an ordinary game
 * @property {Clock | null} clock
 * @property {number} hints how often a hint was given
 * @property {Request | null} undo null where moves cannot be taken back
 * @property {boolean} is_public whether it is listed under Watch
 * @property {boolean} is_timed whether there is a clock, or no friend who comes back some day
 * @property {number | null} call milliseconds left to come to it, null unless its players are called
 * @property {Mark[]} awaited the marks of those who have not come to this game
 * @property {Mark | null} absent who ended it by not coming, not moving, or stopping
 */

/** @typedef {Facts & { board: string, words: string }} LiveGame */

/**
 * A snapshot as one person sees it.
 *
 * @typedef {Facts & Personal} State
 *
 * @typedef {object} Personal
 * @property {number[]} moves the cells in the order they were marked
 * @property {(number | null)[]} targets by ply, empty where no move leads to a small board
 * @property {number} start_ply how many of them were set up before the game, and not played
 * @property {string | null} next id of the rematch
 * @property {Mark | null} next_by who asked for it
 * @property {boolean} may_rematch
 * @property {Request | null} draw the offer of a draw, null but between two people
 * @property {Mark[]} you the marks that this person plays
 * @property {string} words the status line
 * @property {string} where in which small board the next move is made
 * @property {"won" | "lost" | "drawn" | "over" | ""} result over for spectators, "" without a result
 * @property {string} rematch_by the name of the opponent who asked for a rematch, "" if nobody did
 * @property {{ level: string, name: string } | null} offer the level to play next
 * @property {"earlier" | "any" | ""} play_on from which positions they may begin another game
 * @property {boolean} may_undo
 * @property {boolean} may_hint
 * @property {number | null} claim_in seconds until the game may be claimed, null if it may not
 */

/** @typedef {{ type: "state", answers?: string } & State} StateMessage `answers` is the id of a move */

/** @typedef {{ type: "ok", id: string, version: number }} OkMessage */

/** @typedef {{ address: string, words: string }} Link */
/** @typedef {{ type: "no", id: string | null, code: string, message: string, state: State | null, link?: Link }} NoMessage */

/**
 * @typedef {object} HintMessage
 * @property {"hint"} type
 * @property {string} id
 * @property {number} version
 * @property {number} ply
 * @property {string} words
 * @property {number[]} best the recommended cells: several where they are equally good
 * @property {Record<string, Verdict>} verdicts by the number of the cell that would be played
 */

/** @typedef {{ type: "pong", id: string, version: number }} PongMessage */

/** @typedef {{ type: "presence", seats: Partial<Record<Mark, Presence>>, watchers: number }} PresenceMessage */

/**
 * `words` are a player's own.
 *
 * @typedef {{ type: "reaction", mark: Mark, reaction: string, words?: string }} ReactionMessage
 */

/** @typedef {{ type: "games", shown: string[], changed: LiveGame[] }} GamesMessage */

/**
 * @typedef {StateMessage | OkMessage | NoMessage | HintMessage | PongMessage | PresenceMessage
 *   | ReactionMessage | GamesMessage} ServerMessage
 */

/**
 * @typedef {{ type: "move", ply: number, cell: number }
 *   | { type: "resign" | "rematch" | "sync" }
 *   | { type: "claim", result: string }
 *   | { type: "undo" | "decline" | "draw" | "decline_draw" | "hint", ply: number }
 *   | { type: "say", text: string }
 *   | { type: "ping", visible: boolean }} Content
 */

/** @typedef {{ id: string } & Content} ClientMessage */

export {};
