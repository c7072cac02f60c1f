/** Parts of long replies in flight to one process at a time: one is read while the next one arrives. */
const MAX_PARTS = 2
/** While there are short answers, too, the pause after a part is this many times as long as the part took. */
const PAUSE_TIMES = 4
/** The longest such pause, in ms. */
const MAX_PAUSE_MS = 100
/** Long replies pause for other requests until this long after the last short answer, in ms. */
const OTHERS_MS = 250

/**
 * Schedules the parts of long replies. Readers take turns part by part, so that a few who read long replies all the time neither
 * starve each other nor occupy all processors; a reader that does not read gets no turn. While there are short answers as well,
 * each part is followed by a pause, so that long replies take only a share of the machine's time, however slow it is; otherwise
 * there is none.
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
    /** Calls `act`, which requests the reader's next part, when it is the reader's turn: at once if there are few readers. */
    ask(reader: object, act: () => void) {
      waiting.set(reader, act)
      begin()
    },
    /** The reader's part has arrived. */
    end,
    /** The reader wants no more parts. */
    leave(reader: object) {
      waiting.delete(reader)
      end(reader)
    },
    /** A short reply has arrived. */
    othersAreAnswered() {
      othersAt = performance.now()
    },
  }
}

export type PartTurns = ReturnType<typeof createPartTurns>
