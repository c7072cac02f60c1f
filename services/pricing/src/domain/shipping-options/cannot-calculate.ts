import { invalidData } from '@souk/contracts'

/** The refusal of calculated prices, spelt as by the peers: a provider that is charged by hand calculates nothing. */
export const cannotCalculate = (option: string) => invalidData(`Cannot calcuate pricing for: [${option}] shipping option(s).`)
