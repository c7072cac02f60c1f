import { inventoryItemUpdated } from '@souk/contracts'
import { type Background, type Bus, type Logger, listen, type Outbox } from '@souk/runtime'
import type { StorefrontCache } from '../stores/storefront-cache.ts'
import { hearReplicas } from './heard-replicas.ts'

const SUBJECT = 'changed.pricing'
const ALL = '*'
/** How often to check whether the connection was lost, or a replica fell silent, in ms. */
const LOOK_MS = 250
/** If the prices of more variants change at once, the whole cache is cleared. */
const MAX_VARIANTS = 100
/**
 * Collections whose changes do not affect cached answers: stock is always read anew, and files are not shown with products.
 */
const NOT_SHOWN: ReadonlySet<string> = new Set(['reservations', 'product_imports', 'product_exports', 'inventory_item_exports'])

/** The number of inventory items is cached (for lists), but not their stock. */
const isOnlyStock = (collection: string, events: readonly { type: string }[] | undefined) =>
  collection === 'inventory_items' && !!events?.every(({ type }) => type === inventoryItemUpdated.type)

interface ChangeNoticesOptions {
  bus: Pick<Bus, 'nc' | 'connected' | 'reconnects'>
  outbox: Pick<Outbox, 'listen'>
  caches: readonly Pick<StorefrontCache, 'forgetAll' | 'forgetVariants'>[]
  logger: Logger
}

/**
 * Makes every replica forget the entries that a write made outdated before the write is answered: the notice is sent before the
 * answer, on the same connection, so a request that is sent after receiving the answer comes after the notice. A replica that was
 * disconnected may have failed to send some notices: when it is back, all replicas clear their caches. They also do so if a
 * replica falls silent: it may have been killed between its write and the notice. While NATS does not let a replica receive
 * notices, it keeps nothing for longer than a quarter of a second.
 */
export function noticeChanges({ bus, outbox, caches, logger }: ChangeNoticesOptions): Background {
  let { reconnects } = bus
  let changed: Set<string> | undefined

  function forgetAll() {
    for (const cache of caches) cache.forgetAll()
  }
  function forget(what: string) {
    if (what === ALL) return forgetAll()
    const variants = new Set(what.split(' '))
    for (const cache of caches) cache.forgetVariants(variants)
  }
  function tell(what: string) {
    forget(what)
    if (!bus.nc.isClosed() && !bus.nc.isDraining()) bus.nc.publish(SUBJECT, what)
  }
  /** Sends one notice for all records written by one command. A microtask runs before the answer to the write is sent. */
  function note(variant: string | undefined) {
    if (!changed) {
      changed = new Set()
      queueMicrotask(tellOfChanged)
    }
    changed.add(variant ?? ALL)
  }
  function tellOfChanged() {
    const variants = changed!
    changed = undefined
    tell(variants.has(ALL) || variants.size > MAX_VARIANTS ? ALL : [...variants].join(' '))
  }

  const subscription = listen({ nc: bus.nc, logger }, SUBJECT, (message) => forget(message.string()))
  outbox.listen((collection, events) => {
    if (NOT_SHOWN.has(collection) || isOnlyStock(collection, events)) return
    if (collection !== 'prices' || !events) return note(undefined)
    // The price of a shipping option has no variant: its event has an empty text instead.
    for (const { ids } of events) if (ids.variant_id !== '') note(ids.variant_id)
  })
  // Writes before the subscription reached the server were not noticed, neither by this replica nor by others.
  void bus.nc.flush().then(
    () => tell(ALL),
    () => {},
  )
  const replicas = hearReplicas({ bus, logger })
  let missedSome = false
  const timer = setInterval(() => {
    if (replicas.fellSilent() || missedSome || !subscription.isHeard) forgetAll()
    missedSome = !subscription.isHeard
    if (bus.reconnects === reconnects) return
    reconnects = bus.reconnects
    tell(ALL)
  }, LOOK_MS)
  timer.unref()

  return {
    stop() {
      clearInterval(timer)
      subscription.unsubscribe()
      replicas.stop()
    },
  }
}
