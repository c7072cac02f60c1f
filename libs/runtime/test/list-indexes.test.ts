import { listQuery } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { indexesOf } from '../src/store/list-indexes.ts'

const at = z.string()
const Lantern = z.object({
  ...{ id: z.string(), name: z.string(), maker: z.object({ country: z.string() }) },
  ...{ created_at: at, updated_at: at, deleted_at: at.nullable() },
})
const list = (q: 'name'[]) => ({
  name: 'list-lanterns',
  query: listQuery(Lantern, {
    sort: ['created_at', 'updated_at', 'name'],
    filter: ['id', 'name', 'maker.country', 'created_at', 'deleted_at'],
    q,
  }),
})
const by = (field: string) => ({ key: { deleted_at: 1, [field]: 1, _id: 1 }, name: `by_${field}` })

describe('the indexes of a list', () => {
  it('are for each field once that it sorts or filters by, and for its words', () => {
    const words = { key: { search_words: 1 }, name: 'words' }
    expect(indexesOf(list(['name']))).toEqual([by('updated_at'), by('name'), by('maker.country'), words])
    expect(indexesOf(list([]))).toEqual([by('updated_at'), by('name'), by('maker.country')])
  })

  it('leave out the fields with others', () => {
    expect(indexesOf(list([]), { except: ['name', 'maker.country'] })).toEqual([by('updated_at')])
  })
})
