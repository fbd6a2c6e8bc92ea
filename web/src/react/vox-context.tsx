/** `VoxLiveContext`: what a page puts around everything that talks with VOX. */

import type { ReactNode } from 'react'
import { SolovoxProvider } from './session.tsx'

/**
 * Opens a talk with the server and closes it when it goes: below it `useVoxLive()` and `VoxLivePanel` work. `server`: where
 * Solovox is, such as `https://talk.example.org`; else where the page came from. `talk`: a talk that runs; else a new one.
 */
export const VoxLiveContext = ({ children, server, talk = '' }: { readonly children: ReactNode; readonly server?: string; readonly talk?: string }): ReactNode =>
  <SolovoxProvider talk={talk} {...(server !== undefined && { server })}>{children}</SolovoxProvider>
