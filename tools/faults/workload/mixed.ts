import type { MongoClient } from 'mongodb'
import type { Preparing } from './callers.ts'
import { removedCards } from './gift-cards.ts'
import { addedMethods } from './order-edits.ts'
import { inTurn, type Part } from './part.ts'
import { addedPrices } from './prices.ts'
import { quietReads } from './reads.ts'

/** The five operations, and reads of their records, one after the other. @param requests how many there will be */
export async function mixedLoad(preparing: Preparing, mongo: MongoClient, requests: number): Promise<Part> {
  const each = Math.ceil(requests / 8) + 1
  const cards = await removedCards(preparing, mongo, each)
  const methods = await addedMethods(preparing, mongo)
  const prices = await addedPrices(preparing, mongo)
  return inTurn([prices, cards, methods, cards.reads, methods.reads, prices.reads, ...quietReads(preparing.instance)])
}

/** The three writes among them, and three reads to each. @param requests how many there will be */
export async function mostlyReads(preparing: Preparing, mongo: MongoClient, requests: number): Promise<Part> {
  const cards = await removedCards(preparing, mongo, Math.ceil(requests / 12) + 1)
  const writes = [await addedPrices(preparing, mongo), cards, await addedMethods(preparing, mongo)]
  const reads = inTurn([cards.reads, ...quietReads(preparing.instance)])
  return inTurn(writes.flatMap((write) => [write, reads, reads, reads]))
}

/** The three writes among them. @param requests how many there will be */
export async function writingLoad(preparing: Preparing, mongo: MongoClient, requests: number): Promise<Part> {
  const each = Math.ceil(requests / 3) + 1
  const cards = await removedCards(preparing, mongo, each)
  return inTurn([await addedPrices(preparing, mongo), cards, await addedMethods(preparing, mongo)])
}
