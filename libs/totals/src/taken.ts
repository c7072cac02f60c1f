import { type Amount, add, type Decimal, decimal, ZERO } from './decimal.ts'

/** The rest of a campaign's budget. Promotions of one campaign share the object, and thereby the amount. */
export interface PromotionBudget {
  /** At 0 or less, its promotions take nothing. */
  spendable: Amount
}

/** The amounts that promotions have taken so far, from lines and from budgets. */
export class Taken {
  readonly #beforeTax = new Map<string, Decimal>()
  readonly #spent = new Map<PromotionBudget, Decimal>()

  /** The amount taken from a line or shipping method, before tax. */
  beforeTax(id: string): Decimal {
    return this.#beforeTax.get(id) ?? ZERO
  }

  /** Spends an amount from the budget. @returns whether it was enough; null and undefined have no limit */
  spend(amount: Decimal, budget: PromotionBudget | null | undefined): boolean {
    if (!budget) return true
    const spent = add(this.#spent.get(budget) ?? ZERO, amount)
    if (spent.isGreaterThan(decimal(budget.spendable))) return false
    this.#spent.set(budget, spent)
    return true
  }

  take(id: string, beforeTax: Decimal) {
    this.#beforeTax.set(id, add(this.beforeTax(id), beforeTax))
  }
}
