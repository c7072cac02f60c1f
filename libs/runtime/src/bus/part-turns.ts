/** Parts of long replies that are on their way to one process at a time: one is read while the next one comes. */
const MAX_PARTS = 2

/**
 * Whose turn it is to have the next part of a long reply sent. Readers take turns part by part, so that a few who read long
 * replies again and again keep neither each other waiting nor all processors busy; a reader that does not read has no turn.
 */
export function createPartTurns(most = MAX_PARTS) {
  const taken = new Set<object>()
  const waiting = new Map<object, () => void>() // in the order in which they came

  function begin() {
    for (const [reader, act] of waiting) {
      if (taken.size >= most) return
      waiting.delete(reader)
      taken.add(reader)
      act()
    }
  }

  function end(reader: object) {
    if (taken.delete(reader)) begin()
  }

  return {
    /** Calls `act`, which asks for the reader's next part, when it is its turn: at once where few read. */
    ask(reader: object, act: () => void) {
      waiting.set(reader, act)
      begin()
    },
    /** A part came for it. */
    end,
    /** It wants no more. */
    leave(reader: object) {
      waiting.delete(reader)
      end(reader)
    },
  }
}

export type PartTurns = ReturnType<typeof createPartTurns>
