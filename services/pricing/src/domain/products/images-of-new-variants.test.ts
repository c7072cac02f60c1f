import { expect, it } from 'vitest'
import { withImagesOfVariants } from './images-of-new-variants.ts'

const urls = (count: number, of = 'a') => Array.from({ length: count }, (_, n) => `/${of}${n}.png`)

it('adds the images of variants to those of the product, up to 1,000 in total', () => {
  const own = urls(600).map((url) => ({ url }))
  const images = withImagesOfVariants(own, [{ variant_image_key: 'a', image_urls: [...urls(10), ...urls(400, 'b')] }] as never)
  expect(images).toHaveLength(1000)
  expect(() => withImagesOfVariants(own, [{ variant_image_key: 'a', image_urls: urls(401, 'b') }] as never)).toThrow(
    'A product has at most 1000 images, with those of its variants',
  )
})
