import type { PromotionLine } from './promotion-amounts.ts'

/** The units of lines that can still be bought or discounted. Picked units remain until `use` is called. */
export class UnitsLeft {
  readonly #lines: readonly PromotionLine[]
  readonly #left: Map<string, number>
  /** Index of the first line that may have units left. */
  #first = 0
  /** Over all lines. A line of which more units were used than it had counts as negative. */
  total: number

  /** @param used units that earlier promotions used, by line */
  constructor(lines: readonly PromotionLine[], used: ReadonlyMap<string, number>) {
    this.#lines = lines
    this.#left = new Map(lines.map(({ id, quantity }) => [id, Math.max(Number(quantity ?? 1) - (used.get(id) ?? 0), 0)]))
    this.total = [...this.#left.values()].reduce((sum, count) => sum + count, 0)
  }

  /**
   * Picks the wanted number of units, from the first lines that have any; undefined if there are fewer.
   * @param available how many of a line's remaining units may be picked; default: all
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

  /** Other lines are ignored. */
  use(id: string, count: number) {
    const left = this.#left.get(id)
    if (left === undefined) return
    this.#left.set(id, left - count)
    this.total -= count
  }
}
