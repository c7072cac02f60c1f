import type { DecisionContext, TaxRateFacts } from '@souk/contracts'

/** The tax lines for these rates. @param of the id of the line or shipping method */
export const taxLinesOf = <Of extends object>(
  rates: readonly TaxRateFacts[],
  prefix: 'ordlitxl' | 'ordsmtxl',
  of: Of,
  { newId, now }: DecisionContext,
) =>
  rates.map(({ code, ...rate }) => ({
    ...rate,
    id: newId(prefix),
    code: code ?? '',
    ...of,
    data: null,
    metadata: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }))
