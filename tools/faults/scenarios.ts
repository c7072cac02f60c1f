import type { Scenario } from './scenario.ts'
import { calm } from './scenarios/calm.ts'
import { checkouts } from './scenarios/checkouts.ts'
import { failovers } from './scenarios/failover.ts'
import { freeze } from './scenarios/freeze.ts'
import { fullDisk } from './scenarios/full-disk.ts'
import { gateways } from './scenarios/gateways.ts'
import { mongodb } from './scenarios/mongodb.ts'
import { nats } from './scenarios/nats.ts'
import { natsOutage } from './scenarios/nats-outage.ts'
import { outbox } from './scenarios/outbox.ts'
import { overload } from './scenarios/overload.ts'
import { partition } from './scenarios/partition.ts'
import { races } from './scenarios/races.ts'
import { replicas, replicasBlind } from './scenarios/replicas.ts'
import { rollingRestart } from './scenarios/rolling-restart.ts'
import { rotateKeys } from './scenarios/rotate-keys.ts'
import { slowReaders } from './scenarios/slow-readers.ts'
import { storeLoss } from './scenarios/store-loss.ts'

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  calm,
  replicas,
  replicasBlind,
  freeze,
  rollingRestart,
  ...gateways,
  nats,
  natsOutage,
  storeLoss,
  rotateKeys,
  mongodb,
  partition,
  outbox,
  checkouts,
  ...failovers,
  fullDisk,
  overload,
  slowReaders,
  ...races,
]
