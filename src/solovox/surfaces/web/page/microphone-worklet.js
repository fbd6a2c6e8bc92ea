// The microphone's samples as 16-bit pieces of 40 ms, with how loud each was. Runs in the sound thread.

class Microphone extends AudioWorkletProcessor {
  constructor({ processorOptions: { samples } }) {
    super()
    this.samples = samples
    this.begin()
  }

  begin() {
    this.pcm = new Int16Array(this.samples)
    this.at = 0
    this.energy = 0
  }

  process([[samples]]) {
    for (const sample of samples ?? []) { // none: the track has ended
      this.pcm[this.at] = Math.max(-1, Math.min(1, sample)) * 32767
      this.energy += sample * sample
      this.at += 1
      if (this.at === this.samples) this.send()
    }
    return true
  }

  send() {
    const { pcm, energy } = this
    this.begin()
    this.port.postMessage({ pcm, level: Math.sqrt(energy / pcm.length) }, [pcm.buffer])
  }
}

registerProcessor('microphone', Microphone)
