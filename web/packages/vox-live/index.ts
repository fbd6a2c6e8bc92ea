/** A talk with VOX, for a page of your own: README.md. */

import '../../src/ui/style/vox.css'

export { VoxLiveContext } from '../../src/react/vox-context.tsx'
export { type ToolAction, type TranscriptEntry, type VoxLiveAPI, useVoxLive } from '../../src/react/vox.ts'
export { type AddTool, VoxLivePanel } from '../../src/ui/vox-panel.tsx'
