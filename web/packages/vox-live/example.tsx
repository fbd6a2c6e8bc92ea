import { createRoot } from 'react-dom/client'
import { VoxLiveContext, VoxLivePanel, useVoxLive } from 'solovox-vox-live'
import 'solovox-vox-live/vox-live.css'

function Heard() {
  const { transcript, lastToolAction, isVoxSpeaking } = useVoxLive()
  const last = transcript.at(-1)
  return <p>{isVoxSpeaking ? 'VOX speaks' : last?.text ?? 'Say something'} {lastToolAction?.name}</p>
}

createRoot(document.body.appendChild(document.createElement('div'))).render(
  <VoxLiveContext server="http://localhost:8080">
    <Heard />
    <VoxLivePanel />
  </VoxLiveContext>,
)
