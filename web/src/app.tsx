import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SolovoxProvider } from './react/session.tsx'
import { Page } from './ui/page.tsx'
import './ui/style/page.css'

const root = document.getElementById('root')
if (root) createRoot(root).render(<StrictMode><SolovoxProvider><Page /></SolovoxProvider></StrictMode>)
