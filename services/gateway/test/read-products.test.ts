import { csvText } from '@souk/runtime/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readRows } from '../src/files/csv-rows.ts'
import { readProducts } from '../src/files/read-products.ts'

/** In pieces of this many bytes, as they arrive from a network. */
async function* bytesOf(text: string | Buffer, piece = 7) {
  const bytes = Buffer.from(text as string)
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}
async function read(text: string | Buffer, piece?: number) {
  const batches = []
  for await (const batch of readProducts(bytesOf(text, piece))) batches.push(batch)
  return batches
}

describe('products of a CSV file', () => {
  const PRODUCTS = [
    [
      { line: 2, values: { 'product handle': 'a', 'product title': 'A; or "a"', 'variant title': 'S' } },
      { line: 4, values: { 'product handle': 'a', 'product title': 'two\nlines', 'variant title': 'M' } },
    ],
    [{ line: 6, values: { 'product handle': 'b', 'variant title': 'L' } }],
  ]
  it.each([',', ';'])('are read line by line, separated by %s', async (mark) => {
    const lines = [
      ['\ufeffProduct Handle', ' product_title ', 'Variant  Title', ''],
      ['a', '"A; or ""a"""', 'S', 'ignored'],
      [],
      ['a', '"two\nlines"', 'M', ''],
      ['b', '', 'L', ''],
    ]
    expect(await read(lines.map((fields) => fields.join(mark)).join('\r\n'))).toEqual([PRODUCTS])
  })

  it('contain only columns of products and variants, whatever else the file contains', async () => {
    const text = ['Product Handle,Title,__proto__,a1,Productive,Variant Title', 'a,"A\nb",x,y,z,S', 'b,B,x,y,z,M'].join('\n')
    expect(await read(text)).toEqual([
      [
        [{ line: 2, values: { 'product handle': 'a', 'variant title': 'S' } }],
        [{ line: 4, values: { 'product handle': 'b', 'variant title': 'M' } }],
      ],
    ])
  })

  it('are rejected with unknown columns, by the names in the file, and accepted with those that Medusa exports', async () => {
    const unknown = { kind: 'invalid_data', message: 'Invalid column name(s) "Product field","Variant_Foo"' }
    await expect(read('Product Handle,Product field,Title,Variant_Foo\na,,,\n')).rejects.toMatchObject(unknown)
    const many = Array.from({ length: 500 }, (_, n) => `Product Field ${n}`).join(',')
    await expect(read(`${many}\n`)).rejects.toThrow(/^Invalid column name\(s\) "Product Field 0","Product Field 1",.{900,960}…$/)
    const exported = ['Product Deleted At', 'Variant Product Id', 'Variant Option 1 Id', 'Variant Option 1 Is Exclusive']
    const columns = [...exported, 'Variant Image 2', 'Variant Metadata.a', 'Variant Metadata', 'Variant Price Europe [EUR]']
    expect(await read(`Product Handle,${columns.join(',')}\na${',x'.repeat(columns.length)}\n`)).toHaveLength(1)
  })

  it.each([
    ['the file is rejected', 'a,b\n"x"y,z\n', 'Line 2: there is text behind a quotation mark that closes'],
    ['reading stops early', 'Product Handle\na\nb\n', undefined],
  ])('leave no file open where %s', async (_, begin, message) => {
    const close = vi.fn()
    async function* file() {
      try {
        yield* bytesOf(begin + 'c\n'.repeat(100_000), 64_000)
      } finally {
        close()
      }
    }
    const rows = readRows(file())
    const reading = rows.next().then(() => rows.return(undefined))

    if (message) await expect(reading).rejects.toMatchObject({ kind: 'invalid_data', message })
    else await reading
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('come in batches that never split a product', async () => {
    const lines = Array.from({ length: 250 }, (_, n) => `p${Math.floor(n / 2)},v${n}`)
    const batches = await read(['Product Handle,Variant Title', ...lines].join('\n'), 1000)
    expect(batches.map((batch) => batch.length)).toEqual([100, 25])
    expect(batches.flat().every((product) => product.length === 2)).toBe(true)
  })

  it('come in smaller batches when they are long', async () => {
    const lines = Array.from({ length: 6 }, (_, n) => `p${n},${'x'.repeat(100_000)}`)
    const batches = await read(['Product Handle,Product Description', ...lines].join('\n'), 64_000)
    expect(batches.map((batch) => batch.length)).toEqual([3, 3])
  })

  it.each([
    ['a\nb,c', 'Line 2: it does not have as many fields as the first line'],
    ['a,b\n"x,y', 'Line 2: a quotation mark is not closed'],
    ['a,b\n"x"y,z', 'Line 2: there is text behind a quotation mark that closes'],
    ['a,b\nx"y,z', 'Line 2: there is a quotation mark inside of a text that does not begin with one'],
    [`a,b\n${'x'.repeat(200_000)},z`, 'Line 2: it is longer than 128 KiB'],
    [
      `Product Handle,Product Title\n${Array.from({ length: 5 }, (_, n) => `same,${n}${'x'.repeat(100_000)}`).join('\n')}`,
      'Line 6: the lines of one product hold more than 400 KiB',
    ],
    [
      `Product Handle,Product Image ${'9'.repeat(50_000)}\n${'same,y\n'.repeat(100)}`,
      'Line 85: the lines of one product hold more than 4 MiB with the names of their columns',
    ],
    [
      `Product Handle,Title\n${',y\n'.repeat(200_000)}`,
      'Line 167774: the lines of one product hold more than 4 MiB with the names of their columns',
    ],
  ])('are rejected with the line number: %#', async (text, message) => {
    await expect(read(text, 50_000)).rejects.toMatchObject({ kind: 'invalid_data', message })
  })

  it('may repeat a long text that is the same in all lines', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => `same,${'x'.repeat(100_000)},v${n}`)
    const [[product] = []] = await read(['Product Handle,Product Description,Variant Title', ...lines].join('\n'), 50_000)
    expect(product).toHaveLength(20)
  })

  it.each([1, 2, 3, 64])('are refused with the line if they are not UTF-8, in pieces of %i bytes', async (piece) => {
    const bytes = Buffer.from('Product Handle,Product Title\nm,Mütze\nn,"zwei\nTücher"\n\nx,y\n')
    const inLatin1 = Buffer.from(bytes.toString(), 'latin1')
    const readAll = async (all: Buffer) => (await read(all, piece)).flat(2)
    const refused = (line: number) => ({ kind: 'invalid_data', message: expect.stringMatching(`^Line ${line}: it is not UTF-8`) })
    await expect(readAll(inLatin1)).rejects.toMatchObject(refused(2))
    const late = Buffer.concat([bytes, Buffer.from('z,\xfc', 'latin1')])
    await expect(readAll(late)).rejects.toMatchObject(refused(7))

    const rows = await readAll(bytes)
    expect(rows.map(({ values }) => values['product title'])).toEqual(['Mütze', 'zwei\nTücher', 'y'])
    const ofCarriageReturns = Buffer.from(bytes.toString().replaceAll('\n', '\r'))
    expect((await readAll(ofCarriageReturns)).map(({ values }) => values['product handle'])).toEqual(['m', 'n', 'x'])
    const broken = Buffer.concat([ofCarriageReturns, Buffer.from('z,\xfc\r', 'latin1')])
    await expect(readAll(broken)).rejects.toMatchObject(refused(7))
    expect(await readAll(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString(), 'utf16le')]))).toEqual(rows)
  })

  it('have the texts that exports wrote, whatever these begin with', async () => {
    const signs = [...`'=+-@＝＋－＠a`, '\u0000'].map((sign) => fc.constant(sign))
    const begun = fc.array(fc.oneof(...signs), { maxLength: 4 }).map((all) => all.join(''))
    const texts = fc.tuple(begun, fc.string({ unit: 'grapheme' })).map(([begin, end]) => `${begin}${end}`.trim())
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 10 }), async (titles) => {
        const rows = titles.map((title, n) => ({ 'Product Handle': `p${n}`, 'Product Title': title }))
        const columns = ['Product Handle', 'Product Title']
        const found = (await read(csvText([columns]) + csvText(rows, columns), 50)).flat(2)
        expect(found.map(({ values }) => values['product title'] ?? '')).toEqual(titles)
      }),
    )
  })

  it('are absent from an empty file', async () => {
    expect(await read('')).toEqual([])
    expect(await read('Product Handle\n')).toEqual([])
  })

  it('do not block the event loop while they are read, even from one large chunk', async () => {
    let [turns, isRead] = [0, false]
    const count = () => {
      turns++
      if (!isRead) setImmediate(count)
    }
    setImmediate(count)
    const text = `Product Handle,Variant Title\n${Array.from({ length: 100_000 }, (_, n) => `p${n},v\n`).join('')}`
    await read(text, text.length)
    isRead = true
    expect(turns).toBeGreaterThan(text.length / (64 * 1024))
  })

  it('are read no faster than they are consumed', async () => {
    let sent = 0
    async function* endless() {
      yield Buffer.from('Product Handle,Variant Title\n')
      for (let n = 0; n < 100_000; n++) {
        sent++
        yield Buffer.from(`p${n},v\n`)
      }
    }
    for await (const batch of readProducts(endless())) {
      expect(batch).toHaveLength(100)
      break
    }
    expect(sent).toBeLessThan(20_000)
  })
})
