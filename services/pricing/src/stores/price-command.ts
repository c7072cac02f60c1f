import type { Command } from '@souk/runtime'
import type { PriceRecord } from '../domain/prices/price.ts'

/** The part of a request that a change of a price needs. */
export type PriceCommand = Pick<
  Command<PriceRecord>,
  'op' | 'deadline' | 'keepOp' | 'onlyRepeat' | 'contested' | 'fate' | 'onWait'
>
