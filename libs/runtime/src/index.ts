export { type AccessBucket, watchAccessBucket } from './access-bucket.ts'
export { accessKeys, SIGNING_KEYS } from './access-keys.ts'
export { type AccessWriter, createAccessWriter } from './access-writer.ts'
export { createAdmission } from './admission.ts'
export { type Aggregates, createAggregates } from './aggregate.ts'
export { type AttemptBudget, createHedgeBudget, createRetryBudget } from './attempt-budget.ts'
export { type AttemptTimes, createAttemptTimes } from './attempt-times.ts'
export type { Background } from './background.ts'
export { createBulkWriter } from './bulk-writer.ts'
export { type Bus, connectBus, newHeaders } from './bus.ts'
export type { FoundRecord, RecordCommand } from './change-record.ts'
export { type Command, type Decide, type DecisionContext, LookupNeeded, type Outcome } from './command.ts'
export { ConfigError, ProcessConfig, readConfig, ServiceConfig } from './config.ts'
export { announce, type DiscoveredReplica, discoverReplicas, jetStreamAnswers } from './discovery.ts'
export { decodeEnvelope, type Envelope, encodeEnvelope, ownEnvelope } from './envelope.ts'
export { type PublishedEvent, streamLimits } from './event-stream.ts'
export { type CommandWithLookups, executeWithLookups } from './execute-with-lookups.ts'
export type { Fate } from './fate.ts'
export { findAll } from './find-all.ts'
export { gathered } from './gathered.ts'
export { hourly } from './hourly.ts'
export { fingerprintOf } from './idempotency-record.ts'
export { derivedOpId, idsFrom, mintOpId, type NewId, type OpId, parseOpId } from './ids.ts'
export { Answer, type Handler, implement, type RequestOf } from './implement.ts'
export { createKeyedQueue, type KeyedQueue } from './keyed-queue.ts'
export { pageOf } from './list-in-memory.ts'
export { createLogger, type Logger } from './logger.ts'
export { shownAll } from './long-list.ts'
export { createMetrics, type Metrics, serveProbes } from './metrics.ts'
export {
  connectMongo,
  fromDocument,
  insertOnce,
  isAway,
  isDuplicateKey,
  type RecentOp,
  type Stored,
  timeLeft,
  toDocument,
  WITHOUT_INTERNALS,
} from './mongo.ts'
export { natsAddress } from './nats-options.ts'
export { NoReplyError } from './no-reply.ts'
export { type EventSink, firstEvents, MAX_PENDING_EVENTS, type OutboxEvent } from './outbox.ts'
export { createOutbox, type Outbox } from './outbox-relay.ts'
export { type Page, type PageOptions, readPage } from './page.ts'
export { patch } from './patch.ts'
export { randomHex } from './random-hex.ts'
export { createReader } from './reader.ts'
export { createRecords } from './records.ts'
export type { Heartbeat, Replica } from './replica.ts'
export type { Reply } from './reply.ts'
export { REPLY_WINDOW_BYTES } from './reply-parts.ts'
export { republishEvents } from './republish.ts'
export { runProcess, runService } from './run-process.ts'
export { searchWords } from './search-words.ts'
export { type Foundation, type RunningService, type Service, startService } from './service.ts'
export { createShortCache, remembered } from './short-cache.ts'
