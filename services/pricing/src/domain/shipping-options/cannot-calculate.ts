import { invalidData } from '@souk/contracts'

/** The refusal of calculated prices, with the peers' spelling: a manual provider calculates nothing. */
export const cannotCalculate = (option: string) => invalidData(`Cannot calcuate pricing for: [${option}] shipping option(s).`)
