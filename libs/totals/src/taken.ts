import { type Amount, add, type Decimal, decimal, ZERO } from './decimal.ts'

/** The rest of a campaign's budget. Its promotions share one object, and with it the amount. */
export interface PromotionBudget {
  /** At 0 or less its promotions take nothing. */
  spendable: Amount
}

/** The amounts that promotions have taken so far, of lines and of budgets. */
export class Taken {
  readonly #beforeTax = new Map<string, Decimal>()
  readonly #spent = new Map<PromotionBudget, Decimal>()

  /** Of a line or shipping method. */
  beforeTax(id: string): Decimal {
    return this.#beforeTax.get(id) ?? ZERO
  }

  /** Spends an amount. Whether the budget has it; null and undefined have any amount. */
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
