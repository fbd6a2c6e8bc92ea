/** The Studio: talk, and a small app appears. A chunk of its own. */

import { type ReactNode, useEffect } from 'react'
import { type Place, placeOf } from '../../core/studio/places.ts'
import { useNarrow } from '../../react/narrow.ts'
import { usePreference } from '../../react/preferences.ts'
import { usePlace } from '../../react/screen.ts'
import { StudioProvider, useStudio } from '../../react/studio.tsx'
import { VoxLivePanel } from '../vox-panel.tsx'
import { Chat } from './chat.tsx'
import { FilesPanel } from './files.tsx'
import { JobLine } from './job.tsx'
import { Preview } from './preview.tsx'
import { ProjectBar, ProjectList } from './projects.tsx'
import { Tabs } from './tabs.tsx'
import { ToolDrawer, useAddTool } from './tools.tsx'
import { Versions } from './versions.tsx'
import { Welcome } from './welcome.tsx'
import '../themes.css'
import './studio.css'
import '../style/vox.css'

export default function StudioScreen(): ReactNode {
  return <StudioProvider><Dressed /></StudioProvider>
}

/** The whole page wears the theme while the Studio is looked at. */
function Dressed(): ReactNode {
  const [theme] = usePreference('theme')
  const [model] = usePreference('model')
  const place = placeOf(usePlace(), useNarrow())
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme || 'expert'
    return () => { delete document.documentElement.dataset['theme'] }
  }, [theme])
  return model === '' || place === 'themes' ? <Welcome /> : <Desk place={place} />
}

function Desk({ place }: { readonly place: Place }): ReactNode {
  const { studio: { trouble }, happened } = useStudio()
  const add = useAddTool()
  return (
    <main className="screen" id="studio" data-place={place}>
      <div className="top"><ProjectBar /><Tabs place={place} /></div>
      {trouble && <p className="wrong trouble" role="alert">{trouble} <button type="button" className="quiet" onClick={() => happened({ type: 'dismissed' })}>Dismiss</button></p>}
      <div className="desk">
        <Chat />
        <section className="work" aria-label="The app">
          <JobLine />
          <Work place={place} />
        </section>
      </div>
      <VoxLivePanel add={add} />
    </main>
  )
}

function Work({ place }: { readonly place: Place }): ReactNode {
  switch (place) {
    case 'chat': case 'preview': case 'themes': return <Preview />
    case 'files': return <FilesPanel />
    case 'versions': return <Versions />
    case 'tools': return <ToolDrawer />
    case 'projects': return <ProjectList />
  }
}
