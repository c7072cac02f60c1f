import type { Region } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'

export const regionAnswer = ({ record: region, revision }: FoundRecord<Region>) => new Answer({ region }, { revision })
