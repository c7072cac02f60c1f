import type { PromotionLine } from './promotion-amounts.ts'

/** The units of lines that are left to be bought, or to be discounted. What is picked is left until it is used. */
export class UnitsLeft {
  readonly #lines: readonly PromotionLine[]
  readonly #left: Map<string, number>
  /** The lines before it have no units left. */
  #first = 0
  /** Of all lines. A line of which more was used than it had counts below 0. */
  total: number

  /** @param used units that earlier promotions used, by line */
  constructor(lines: readonly PromotionLine[], used: ReadonlyMap<string, number>) {
    this.#lines = lines
    this.#left = new Map(lines.map(({ id, quantity }) => [id, Math.max(Number(quantity ?? 1) - (used.get(id) ?? 0), 0)]))
    this.total = [...this.#left.values()].reduce((sum, count) => sum + count, 0)
  }

  /**
   * The wanted number of units, of the first lines that have some; undefined where there are fewer.
   * @param available how many of those left of a line may be picked; default: all
   */
  pick(wanted: number, available = (left: number, _line: PromotionLine) => left): Map<PromotionLine, number> | undefined {
    while (this.#first < this.#lines.length && this.#left.get(this.#lines[this.#first]!.id)! <= 0) this.#first++
    const picked = new Map<PromotionLine, number>()
    let missing = wanted
    for (let at = this.#first; missing > 0 && at < this.#lines.length; at++) {
      const line = this.#lines[at]!
      const units = Math.min(available(this.#left.get(line.id)!, line), missing)
      if (units <= 0) continue
      picked.set(line, units)
      missing -= units
    }
    return missing > 0 ? undefined : picked
  }

  /** Lines that are none of these count nothing. */
  use(id: string, count: number) {
    const left = this.#left.get(id)
    if (left === undefined) return
    this.#left.set(id, left - count)
    this.total -= count
  }
}
