import { describe, expect, it } from 'vitest'
import { memberOf } from '../../../server/integrations/connection-test/json.ts'
import {
  fill,
  fillAll,
  fillUrl,
  placeholders,
  type Values,
} from '../../../server/integrations/connection-test/template.ts'

const valuesOf = (fields: Record<string, string>): Values => ({
  fields,
  maps: { region: { EU: { host: 'api.eu.example.com' } } },
  token: { instance_url: 'https://acme.example.com/' },
})

describe('a text', () => {
  it('takes fields, mapped attributes, token members and the name of the service', () => {
    const values = valuesOf({ name: 'a', region: 'EU' })
    expect(fill('{name}/{region.host} {token.instance_url} {service}', values)).toBe(
      'a/api.eu.example.com https://acme.example.com instance-administration',
    )
  })

  it('is absent when one of its values is', () => {
    expect(fillAll({ a: 'x-{name?}', b: '{other}', c: 'constant' }, valuesOf({ name: '' }))).toEqual({
      c: 'constant',
    })
  })

  it('is filled once: a value that looks like a placeholder stays', () => {
    expect(fill('{a}{b}', valuesOf({ a: '{b}', b: '{a}$&' }))).toBe('{b}{a}$&')
  })

  it('lists its placeholders, and takes GraphQL for none', () => {
    expect(placeholders(['{a?}', '{ viewer { id } }', '{b.c}'])).toEqual([
      { key: 'a', attribute: undefined, optional: true },
      { key: 'b', attribute: 'c', optional: false },
    ])
  })
})

describe('a URL', () => {
  it.each([
    ['https://api.example.com/v1/{id}', { id: 'a/b?c#d e' }, 'https://api.example.com/v1/a%2Fb%3Fc%23d%20e'],
    ['https://api.example.com/?q={id}', { id: 'a&b=c' }, 'https://api.example.com/?q=a%26b%3Dc'],
    ['https://{org}.example.com/', { org: 'my_org' }, 'https://my-org.example.com/'],
    ['https://{region.host}/me', { region: 'EU' }, 'https://api.eu.example.com/me'],
    ['{url}/me', { url: 'https://acme.example.com//' }, 'https://acme.example.com/me'],
    ['{url}', { url: 'https://acme.example.com/in/' }, 'https://acme.example.com/in/'],
    ['{url}{path}', { url: 'https://acme.example.com/v1/', path: '/a/b?c=d' }, 'https://acme.example.com/v1/a/b?c=d'],
    ['{token.instance_url}/me', {}, 'https://acme.example.com/me'],
  ])('%s with %j is %s', (template, fields, url) => {
    expect(fillUrl(template, valuesOf(fields))?.href).toBe(url)
  })

  it.each([
    ['https://{org}.example.com/', { org: 'evil.example.org/' }],
    ['https://{org}.example.com/', { org: 'user@evil' }],
    ['https://{org}.example.com/', { org: 'a:1' }],
    ['https://{org}.example.com/', { org: 'a#' }],
    ['https://{org}.example.com/', { org: 'a\\b' }],
    ['https://{org}.example.com/', { org: '' }],
    ['https://api.example.com/v1/{id}', { id: '..' }],
    ['{url}{path}', { url: 'https://acme.example.com', path: '.example.org' }],
    ['{url}/me', { url: 'not a URL' }],
  ])('%s with %j is none', (template, fields) => {
    expect(fillUrl(template, valuesOf(fields))).toBeNull()
  })
})

describe('a member of JSON', () => {
  it('is an own one, at any depth', () => {
    const json: unknown = JSON.parse('{"a":{"b":[{"c":1}]},"__proto__":{"d":2}}')
    expect(
      ['a.b.0.c', '__proto__.d', 'constructor', 'a.toString', 'a.x.y'].map((path) => memberOf(json, path)),
    ).toEqual([1, 2, undefined, undefined, undefined])
    expect(memberOf('text', 'length')).toBeUndefined()
  })
})
