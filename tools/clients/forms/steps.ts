import type { Page } from '../browser.ts'

/** One thing that a person does in a form. */
export type Step = (page: Page) => Promise<void>

/** Long enough for a page that a busy machine is slow to draw. */
const STEP_TIMEOUT_MS = 120_000

/** The dialog on top, or the page where there is none. */
const DIALOG = "(//body | //*[@role='dialog' or @role='alertdialog'])[last()]"
/** A text as XPath writes it. @param text without quotation marks */
const quoted = (text: string) => `"${text}"`
const says = (text: string) => `normalize-space()=${quoted(text)}`

const label = (text: string) => `label[starts-with(normalize-space(), ${quoted(text)})]`
/** The first control of the smallest part of the form that has both. */
const nearest = (element: string, control: string) => `(${DIALOG}//${element}/ancestor::*[.//*[${control}]][1]//*[${control}])[1]`

/** Presses an element as soon as it is there, enabled, and at rest. */
async function pressFound(page: Page, xpath: string, count = 1) {
  await page
    .locator(`xpath/${xpath}`)
    .setTimeout(STEP_TIMEOUT_MS)
    .click({ count })
    .catch((cause: Error) => {
      throw new Error(`cannot press ${xpath}: ${cause.message}`, { cause })
    })
}

async function typeInto(page: Page, xpath: string, text: string) {
  await pressFound(page, xpath, 3) // selects the present text
  await page.keyboard.type(text)
}

/** Fills inputs in, by their names; a text area counts as one. */
export const fill =
  (values: Readonly<Record<string, string>>): Step =>
  async (page) => {
    for (const [name, value] of Object.entries(values)) await typeInto(page, `${DIALOG}//*[@name=${quoted(name)}]`, value)
  }

/** Presses a button of the form that is on top. */
export const press =
  (...texts: readonly string[]): Step =>
  async (page) => {
    for (const text of texts) await pressFound(page, `${DIALOG}//button[${says(text)}]`)
  }

/** Follows a link of the form that is on top. */
export const follow =
  (text: string): Step =>
  (page) =>
    pressFound(page, `${DIALOG}//a[${says(text)}]`)

/** Ticks the box in the head of the table on top: all of its rows. */
export const tickAll: Step = (page) => pressFound(page, `(${DIALOG}//*[@role='checkbox'])[1]`)

/** Waits for what the steps before have asked for. */
export const settle: Step = (page) => page.waitForNetworkIdle({ idleTime: 1000, timeout: STEP_TIMEOUT_MS })

/** Turns a switch, or a check box, that stands by its label. */
export const turn =
  (name: string): Step =>
  (page) =>
    pressFound(page, nearest(label(name), "@role='switch' or @role='checkbox'"))

/** Chooses from the list that opens below a label. */
export const choose =
  (name: string, option: string): Step =>
  async (page) => {
    await pressFound(page, nearest(label(name), "@role='combobox'"))
    await pressFound(page, `//*[@role='option'][not(ancestor::*[@hidden])][${says(option)}]`)
  }

/** Chooses the radio button, drawn as a box, in which this text stands. */
export const pick =
  (text: string): Step =>
  (page) =>
    pressFound(page, `${DIALOG}//*[@role='radio'][.//*[${says(text)}]]`)

/** Opens the menu beside a heading of a page, and chooses from it. */
export const chooseFromMenu =
  (heading: string, item: string): Step =>
  async (page) => {
    await pressFound(
      page,
      `(//*[self::h1 or self::h2][${says(heading)}]/ancestor::*[.//button[@aria-haspopup='menu']][1]//button)[last()]`,
    )
    await pressFound(page, `//*[@role='menuitem'][${says(item)}]`)
  }

/** Says yes to the question on top. @param text typed before, where the dashboard wants that */
export const confirm =
  (text?: string): Step =>
  async (page) => {
    if (text !== undefined) await typeInto(page, `${DIALOG}//input`, text)
    await pressFound(page, "(//*[@role='alertdialog']//button)[last()]")
  }

/** Ticks the boxes that stand by these texts, as in the row of a table. */
export const tick =
  (...texts: readonly string[]): Step =>
  async (page) => {
    for (const text of texts) await pressFound(page, nearest(`*[contains(text(), ${quoted(text)})]`, "@role='checkbox'"))
  }

/** Types a date and a time into the picker by its label. @param digits as `123120271145PM`: month, day, year, hour, minute */
export const date =
  (name: string, digits: string): Step =>
  async (page) => {
    await pressFound(page, nearest(label(name), "@role='spinbutton'"))
    await page.keyboard.type(digits)
  }

/** Writes into the cell of a grid whose input has this name. */
export const enter =
  (name: string, value: string): Step =>
  async (page) => {
    await pressFound(page, `${DIALOG}//*[@role='gridcell'][.//input[starts-with(@name, ${quoted(name)})]]`)
    await page.keyboard.type(`${value}\n`)
  }

/** Presses the button that saves the dialog on top, and waits until this one is gone: a refused one stays. */
export const save: Step = async (page) => {
  const open = await page.evaluate<number>(`document.querySelectorAll('[role=dialog]').length`)
  await send(page)
  await page.waitForSelector(`xpath/(//*[@role='dialog'])[${open}]`, { hidden: true, timeout: STEP_TIMEOUT_MS })
}

/** Presses the button that saves the form, which may stay open. */
export const send: Step = (page) => pressFound(page, `(${DIALOG}//button[@type='submit' or ${says('Save')}])[last()]`)
