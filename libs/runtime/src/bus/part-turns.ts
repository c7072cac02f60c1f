/** Parts of long replies that are on their way to one process at a time: one is read while the next one comes. */
const MAX_PARTS = 2
/** While others are answered, nothing is asked for after a part for so many times as long as the part took. */
const PAUSE_TIMES = 4
/** The longest of these pauses, in ms. */
const MAX_PAUSE_MS = 100
/** For so long after an answer of another kind, in ms, long replies leave room for the next one. */
const OTHERS_MS = 250

/**
 * Whose turn it is to have the next part of a long reply sent. Readers take turns part by part, so that a few who read long
 * replies again and again keep neither each other waiting nor all processors busy; a reader that does not read has no turn. While
 * requests with short answers come as well, there is a pause after each part, so that long replies take a part of the machine's
 * time only, however slow it is; without them, there is none.
 */
export function createPartTurns({ most = MAX_PARTS } = {}) {
  const taken = new Map<object, number>() // since when
  const waiting = new Map<object, () => void>() // in the order in which they came
  let pauses = 0
  let othersAt = Number.NEGATIVE_INFINITY

  function begin() {
    for (const [reader, act] of waiting) {
      if (taken.size + pauses >= most) return
      waiting.delete(reader)
      taken.set(reader, performance.now())
      act()
    }
  }

  function end(reader: object) {
    const began = taken.get(reader)
    if (began === undefined) return
    taken.delete(reader)
    const at = performance.now()
    if (at - othersAt > OTHERS_MS) return begin()
    pauses++
    setTimeout(
      () => {
        pauses--
        begin()
      },
      Math.min(MAX_PAUSE_MS, PAUSE_TIMES * (at - began)),
    )
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
    /** A reply came that is no long one. */
    othersAreAnswered() {
      othersAt = performance.now()
    },
  }
}

export type PartTurns = ReturnType<typeof createPartTurns>
