"""The words of claims in English, as `plain` leaves them.

Verbs that as often tell of looking or thinking ("I answered", "I put", "I converted") are left out: an honest answer must not be doubted.
"""

from typing import Final

from solovox.core.claims import ClaimWords

_VERBS: Final = """
accept:accepted activate:activated add:added adjust:adjusted append:appended apply:applied approve:approved archive:archived arm:armed
arrange:arranged assign:assigned attach:attached authorize:authorized automate:automated ban:banned block:blocked book:booked boot:booted bump:bumped
buy:bought cancel:canceled cancel:cancelled change:changed charge:charged clean:cleaned clear:cleared clone:cloned close:closed commit:committed
configure:configured copy:copied correct:corrected create:created deactivate:deactivated debit:debited decline:declined decommission:decommissioned
decrypt:decrypted dedupe:deduped delete:deleted deliver:delivered deploy:deployed deposit:deposited destroy:destroyed detach:detached dim:dimmed
disable:disabled disarm:disarmed disconnect:disconnected dismiss:dismissed dispatch:dispatched donate:donated download:downloaded drop:dropped
duplicate:duplicated edit:edited eject:ejected email:emailed empty:emptied enable:enabled encrypt:encrypted enroll:enrolled erase:erased
escalate:escalated export:exported extend:extended file:filed fix:fixed flag:flagged flash:flashed flush:flushed format:formatted forward:forwarded
freeze:froze freeze:frozen grant:granted hoist:hoisted hotfix:hotfixed implement:implemented import:imported inform:informed insert:inserted
install:installed invite:invited invoice:invoiced issue:issued join:joined kill:killed label:labeled label:labelled launch:launched lock:locked
log:logged mail:mailed merge:merged message:messaged migrate:migrated modify:modified mount:mounted move:moved mute:muted notify:notified
order:ordered overwrite:overwritten overwrite:overwrote partition:partitioned patch:patched pause:paused pay:paid pin:pinned place:placed plug:plugged
post:posted postpone:postponed print:printed promote:promoted provision:provisioned prune:pruned publish:published purchase:purchased purge:purged
push:pushed reactivate:reactivated reassign:reassigned rebase:rebased rebook:rebooked reboot:rebooted rebuild:rebuilt record:recorded
recreate:recreated redeem:redeemed redeploy:redeployed redirect:redirected refactor:refactored refill:refilled refund:refunded regenerate:regenerated
register:registered reinstall:reinstalled reject:rejected release:released reload:reloaded remove:removed rename:renamed renew:renewed reopen:reopened
reorder:reordered reorganize:reorganized replace:replaced reply:replied reschedule:rescheduled resend:resent reserve:reserved reset:reset
resize:resized resolve:resolved restart:restarted restore:restored revert:reverted revoke:revoked rewrite:rewritten rewrite:rewrote rotate:rotated
save:saved scale:scaled schedule:scheduled sell:sold send:sent set:set settle:settled share:shared ship:shipped shut:shut sign:signed silence:silenced
snooze:snoozed spin:spun squash:squashed stage:staged start:started stash:stashed stop:stopped store:stored stream:streamed submit:submitted
subscribe:subscribed suspend:suspended swap:swapped switch:switched sync:synced synchronize:synchronized tag:tagged terminate:terminated text:texted
tidy:tidied toggle:toggled top:topped transfer:transferred trash:trashed trigger:triggered trim:trimmed truncate:truncated turn:turned tweak:tweaked
unblock:unblocked undo:undid undo:undone unfollow:unfollowed uninstall:uninstalled unlock:unlocked unmount:unmounted unmute:unmuted unpin:unpinned
unplug:unplugged unsubscribe:unsubscribed unzip:unzipped update:updated upgrade:upgraded upload:uploaded whitelist:whitelisted wipe:wiped wire:wired
withdraw:withdrawn withdraw:withdrew zip:zipped
""".split()
"""`plain:past` of what changes something outside."""

CLAIMS: Final = ClaimWords(
    subjects=("ive", "i have", "i", "weve", "we have", "we"),
    adverbs=(
        "just", "now", "already", "also", "then", "finally", "successfully", "carefully", "quickly", "simply", "even", "since", "both", "all",
        "immediately", "quietly", "safely", "permanently", "completely", "fully", "manually", "instead", "gone ahead and", "went ahead and", "gone and",
        "went and", "again", "automatically", "properly", "recently", "promptly", "officially", "temporarily", "personally", "accordingly", "right away",
    ),
    verbs=(
        *(one.partition(":")[2] for one in _VERBS),
        "brought it back up", "called a taxi", "got rid of", "got you a", "left a message", "left a note", "left a voicemail", "let her know", "let him know",
        "let them know", "made a backup", "made a copy", "made a pull request", "made a reservation", "made an appointment", "made it executable",
        "made that change", "made the change", "made the changes", "made the edit", "made the edits", "made the payment", "made these changes",
        "opened a new", "opened a pr", "opened a pull request", "opened a ticket", "opened an account", "opened an issue", "opened the blinds",
        "opened the door", "opened the gate", "opened the window", "put it in", "put it on", "put them in", "put them on", "ran it", "ran the command", "ran the import",
        "ran the migration", "ran the migrations", "ran the script", "rolled back", "rolled it back", "rolled out", "rolled it out", "took it down", "took it offline",
        "took the liberty", "told her", "told him", "told them", "turned it", "turned off", "turned on", "turned the", "wrote back", "wrote it to", "wrote the file", "wrote to", "written it to",
        "written the file", "written to",
    ),
    able=("was able to", "was finally able to", "managed to", "were able to", "have been able to"),
    plain_verbs=tuple(sorted({one.partition(":")[0] for one in _VERBS})),
    joins=("and", "then", "but", "so"),
    doubts=(
        "if", "unless", "whether", "until", "not", "never", "nothing", "didnt", "havent", "cant", "cannot", "couldnt", "could", "would", "wouldnt", "should",
        "might", "can", "will", "wont", "may", "must", "wish", "hope", "wanted", "tried", "said", "says", "wrote", "told", "dreamt", "dreamed", "imagine", "pretend",
        "suppose", "almost", "nearly",
    ),
    idioms=("added up", "changed my mind", "corrected myself", "dropped the ball", "moved on", "set out", "set aside", "started out", "started with", "stopped at", "turned out"),
    unproven="Nothing here proves that this was done.",
)  # fmt: skip
