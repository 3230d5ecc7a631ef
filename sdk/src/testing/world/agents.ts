import type { TokenUsage, WorkOperation } from '../../../../spec/gen/openapi.gen.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

/** The id of the agent at a place of the world's list. */
export function agentIdAt(at: number): string {
  return `01980000-0000-7000-8000-${String(at + 1).padStart(12, '0')}`
}

/** The name and the capabilities of the AI at a place of the list, in which every third agent is a person. */
export function talentsAt(at: number): readonly string[] {
  return vocabulary.agents[(at - Math.floor(at / 3)) % vocabulary.agents.length] ?? []
}

export function aiModelAt(at: number): string {
  return vocabulary.languageModels[at % vocabulary.languageModels.length] ?? ''
}

/** Whether the agent at a place of the list is a person: every third one is. */
export function isPersonAt(at: number): boolean {
  return at % 3 === 2
}

/** What an operation says that a person did: one of the eight of the list. */
export function doneByPerson(nth: number): Partial<WorkOperation> {
  return { agentId: agentIdAt(3 * (nth % 8) + 2) }
}

/** What an operation says that this AI did: another AI model than now, if it was before some of the agents were given it. */
export function doneBy(name: string, seconds: number, isLongAgo: boolean): Partial<WorkOperation> {
  const nth = vocabulary.agents.findIndex(([known]) => known === name)
  const at = nth + Math.floor(nth / 2)
  const aiModel = aiModelAt(isLongAgo && nth % 2 === 0 ? at + 1 : at)
  return { agentId: agentIdAt(at), aiModel, usage: usageOf(seconds, nth) }
}

/** Long work reads much, again and again, and some agents find more of it in their cache than others. */
function usageOf(seconds: number, nth: number): TokenUsage {
  const inputTokens = 900 + Math.round(seconds * (500 + (nth % 3) * 700))
  const cachedInputTokens = Math.round(inputTokens * (0.2 + (nth % 5) * 0.13))
  return {
    inputTokens,
    cachedInputTokens,
    cacheWriteTokens: Math.round((inputTokens - cachedInputTokens) / 4),
    outputTokens: 60 + Math.round(seconds * 40),
  }
}
