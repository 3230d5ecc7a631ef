import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSecretBox, parseEncryptionKeys } from '../../server/integrations/secrets.ts'

const place = ['acme', 'i-1', 'apiKey']
const keys = new Map([
  ['k1', createSecretKey(randomBytes(32))],
  ['k2', createSecretKey(randomBytes(32))],
])
const box = createSecretBox({ keys, activeKeyId: 'k2' })

describe('a sealed secret', () => {
  it('opens in its own context', () => {
    expect(box.open(box.seal('s3cret', place), place)).toEqual({ ok: true, plaintext: 's3cret' })
  })

  it('names its format and key, and is safe in JSON and URLs', () => {
    expect(box.seal('s3cret', place)).toMatch(/^v1\.k2\.[\w-]{16}\.[\w-]{30}$/)
  })

  it('is another text each time', () => {
    expect(box.seal('s3cret', place)).not.toBe(box.seal('s3cret', place))
  })

  it.each([
    ['instance', ['other', 'i-1', 'apiKey']],
    ['integration', ['acme', 'i-2', 'apiKey']],
    ['field', ['acme', 'i-1', 'apiToken']],
  ])('does not open in another %s', (_part, context) => {
    expect(box.open(box.seal('s3cret', place), context)).toEqual({ ok: false, reason: 'tampered' })
  })

  it.each([',', '.', ':', '/', '|', ' ', '\0', '","', ''])(
    'does not open when the parts of its context are divided at another %j',
    (mark) => {
      const sealed = box.seal('s3cret', ['a', `b${mark}c`, 'd'])
      const divided = [`a${mark}b`, 'c', 'd']
      expect(box.open(sealed, divided)).toEqual({ ok: false, reason: 'tampered' })
    },
  )

  it('does not open when one character of it changes', () => {
    const sealed = box.seal('s3cret', place)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(box.open(changed, place).ok, changed).toBe(false)
    }
  })

  it('does not open when its tag is cut short', () => {
    const sealed = box.seal('', place)
    for (let length = 1; length < 12; length += 1) {
      expect(box.open(sealed.slice(0, -length), place)).toEqual({ ok: false, reason: 'tampered' })
    }
  })

  it('does not open as another spelling of the same bytes', () => {
    const sealed = box.seal('s3cret', place)
    const bytesOf = (text: string) => Buffer.from(text.split('.')[3] ?? '', 'base64url')
    const lastChanged = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_').map(
      (last) => sealed.slice(0, -1) + last,
    )
    const same = [...lastChanged, `${sealed}=`, `${sealed}\n`].filter(
      (text) => text !== sealed && bytesOf(text).equals(bytesOf(sealed)),
    )
    expect(same).toHaveLength(17)
    for (const text of same) expect(box.open(text, place)).toEqual({ ok: false, reason: 'tampered' })
  })

  it('does not open under the id of another key', () => {
    expect(box.open(box.seal('s3cret', place).replace('k2', 'k1'), place)).toEqual({
      ok: false,
      reason: 'tampered',
    })
  })

  it('says which key is missing', () => {
    const sealed = box.seal('s3cret', place)
    const later = createSecretBox({
      keys: new Map([['k3', createSecretKey(randomBytes(32))]]),
      activeKeyId: 'k3',
    })
    expect(later.open(sealed, place)).toEqual({ ok: false, reason: 'unknown_key', keyId: 'k2' })
  })

  it.each(['', 'v1', 'v1.k2..', 'v2.k2.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA', 'null', '{}'])('is not %j', (text) => {
    expect(box.open(text, place)).toEqual({ ok: false, reason: 'tampered' })
  })

  it('of any text, in any context, opens there and only there', () => {
    const text = fc.string({ unit: 'grapheme' })
    const context = fc.array(fc.string(), { maxLength: 4 })
    fc.assert(
      fc.property(text, context, context, (plaintext, here, there) => {
        const sealed = box.seal(plaintext, here)
        expect(box.open(sealed, here)).toEqual({ ok: true, plaintext })
        const same = JSON.stringify(here) === JSON.stringify(there)
        expect(box.open(sealed, there).ok).toBe(same)
      }),
    )
  })

  it('is opened without a throw, whatever it is', () => {
    fc.assert(fc.property(fc.string(), (text) => !box.open(text, place).ok))
  })
})

describe('rotation', () => {
  const before = createSecretBox({ keys, activeKeyId: 'k1' })

  it('opens what an older key sealed, and says that it should be sealed again', () => {
    const sealed = before.seal('s3cret', place)
    expect(box.open(sealed, place)).toEqual({ ok: true, plaintext: 's3cret' })
    expect(before.needsReseal(sealed)).toBe(false)
    expect(box.needsReseal(sealed)).toBe(true)
    expect(box.needsReseal(box.seal('s3cret', place))).toBe(false)
  })

  it('cannot start without the active key', () => {
    expect(() => createSecretBox({ keys, activeKeyId: 'k9' })).toThrow(
      'The active encryption key k9 is not among the keys.',
    )
  })
})

describe('encryption keys from a setting', () => {
  const first = randomBytes(32)
  const second = randomBytes(32)

  it('are read in order, the active one first', () => {
    const parsed = parseEncryptionKeys(`2026:${first.toString('base64')},\n 2025:${second.toString('base64url')} `)
    if (!parsed.ok) throw new Error(parsed.problems.join())
    expect(parsed.activeKeyId).toBe('2026')
    expect([...parsed.keys].map(([id, key]) => [id, key.export()])).toEqual([
      ['2026', first],
      ['2025', second],
    ])
  })

  it('show nothing when they are printed', () => {
    const parsed = parseEncryptionKeys(`k:${first.toString('base64')}`)
    const shown = inspect(parsed, { depth: 9 }) + JSON.stringify(parsed)
    for (const encoding of ['base64', 'base64url', 'hex'] as const) {
      expect(shown).not.toContain(first.toString(encoding))
    }
  })

  it.each([
    ['nothing', '', 'There is no key. Write keyId:base64, with a key of 32 random bytes.'],
    ['separators only', ' , ', 'There is no key. Write keyId:base64, with a key of 32 random bytes.'],
    ['no id', first.toString('base64'), 'Key 1 is not keyId:base64.'],
    ['a dot in the id', 'a.b:AAAA', 'Key 1 needs an id of 1 to 32 letters, digits, _ or - before the colon.'],
    ['another encoding', 'k:no!base64', 'Key 1 (k) is not base64.'],
    ['a short key', `k:${first.subarray(1).toString('base64')}`, 'Key 1 (k) has 31 bytes instead of 32.'],
    ['a placeholder', `k:${Buffer.alloc(32).toString('base64')}`, 'Key 1 (k) is not random.'],
  ])('are refused for %s', (_reason, text, problem) => {
    expect(parseEncryptionKeys(text)).toEqual({ ok: false, problems: [problem] })
  })

  it('are refused with every problem, and without their material', () => {
    const material = first.toString('base64')
    const parsed = parseEncryptionKeys(`k:${material},k:${second.toString('base64')},${material},x:AAAA${material}`)
    expect(parsed).toEqual({
      ok: false,
      problems: [
        'Key 2 has the id of another one: k.',
        'Key 3 is not keyId:base64.',
        'Key 4 (x) has 35 bytes instead of 32.',
      ],
    })
    expect(JSON.stringify(parsed)).not.toContain(material)
  })

  it('have no name by accident', () => {
    const odd = parseEncryptionKeys(`__proto__:${first.toString('base64')}`)
    if (!odd.ok) throw new Error(odd.problems.join())
    const named: ReadonlyMap<string, KeyObject> = odd.keys
    const strange = createSecretBox({ keys: named, activeKeyId: odd.activeKeyId })
    expect(strange.open(strange.seal('s3cret', place), place)).toEqual({ ok: true, plaintext: 's3cret' })
  })
})
