import type { AgentType } from '@instance-admin/sdk'

/** They are stored as they are here, whatever the language of who chooses them. */
export const suggestions = {
  AI: [
    'text generation',
    'code generation',
    'image analysis',
    'data analysis',
    'translation',
    'summarization',
    'content creation',
    'automated responses',
  ],
  HUMAN: [
    'customer support',
    'sales assistance',
    'project management',
    'strategic planning',
    'relationship building',
    'complex problem solving',
    'creative thinking',
    'leadership',
    'training/mentoring',
    'quality assurance',
  ],
} satisfies Record<AgentType, string[]>
