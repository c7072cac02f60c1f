import { Answer, type FoundRecord } from '@souk/runtime'
import { type StoreRecord, shownStore } from '../domain/stores/store.ts'

export const storeAnswer = ({ record, revision }: FoundRecord<StoreRecord>) =>
  new Answer({ store: shownStore(record) }, { revision })
