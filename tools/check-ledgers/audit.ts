import { connectMongo } from '@souk/runtime'
import type { Db, Decimal128, Document } from 'mongodb'
import { problemsOf } from './problems-of.ts'

/** Where accounts lie: those of gift cards in their cards. */
const COLLECTIONS = ['gift_cards', 'store_credit_accounts'] as const
/** Accounts in memory at once; each is read by itself, in one piece. */
const BATCH = 50
const AUDITED = { balance: 1, credits: 1, debits: 1, 'ledger.key': 1, 'ledger.amount': 1, outgoing: 1 }

interface Audit {
  audited: number
  /** Accounts of which something does not agree. */
  wrong: number
}

/** Looks at every account of the cart service's database. @param tell is given one line for each that does not agree */
async function audit(db: Db, tell: (line: string) => void): Promise<Audit> {
  const done: Audit = { audited: 0, wrong: 0 }
  for (const name of COLLECTIONS) {
    const accounts = db.collection(name).find({}, { projection: AUDITED, sort: { _id: 1 }, batchSize: BATCH })
    for await (const document of accounts) {
      const problems = problemsOfDocument(document)
      done.audited++
      if (problems.length === 0) continue
      done.wrong++
      tell(`${name} ${document._id}: ${problems.join('; ')}`)
    }
  }
  return done
}

function problemsOfDocument({ balance, credits, debits, ledger, outgoing = [] }: Document): string[] {
  if (!Array.isArray(ledger) || credits === undefined) return ['it has no ledger: no cart service has started with it yet']
  const entries = ledger.map(({ key, amount }: { key: string; amount: Decimal128 }) => ({ key, amount: String(amount) }))
  const sums = { balance: String(balance), credits: String(credits), debits: String(debits) }
  return problemsOf({ ...sums, ledger: entries, outgoing }, Date.now())
}

/** Audits the accounts of a server and says what it found. Resolves to the exit code: 1 where something does not agree. */
export async function checkLedgers(mongodbUrl: string, prefix: string): Promise<number> {
  const mongo = await connectMongo(mongodbUrl)
  try {
    const { audited, wrong } = await audit(mongo.db(`${prefix}_cart`), (line) => console.error(line))
    console.log(`${audited} accounts audited: ${wrong === 0 ? 'all agree with their ledgers' : `${wrong} do not agree`}`)
    return wrong === 0 ? 0 : 1
  } finally {
    await mongo.close()
  }
}
