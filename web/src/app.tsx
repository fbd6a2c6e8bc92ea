import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SolovoxProvider, useSolovox } from './react/session.tsx'

function Bare() {
  const { state, happened } = useSolovox()
  return <main><button onClick={() => happened({ type: 'talk pressed' })}>Start talking</button><pre>{JSON.stringify(state.view.turns, null, 1)}</pre><p>{state.link.is}</p></main>
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode><SolovoxProvider><Bare /></SolovoxProvider></StrictMode>)
