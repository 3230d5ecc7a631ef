import { ofCommands } from '../server/config/development.ts'
import { createDevelopment } from './development.ts'

// `node --import ./workshop/for-commands.ts server/commands/<name>.ts`: the command finds what npm start brings.
ofCommands.development = createDevelopment()
