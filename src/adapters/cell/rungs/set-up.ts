/**
 * What the superuser does once for a cell of the second rung, in namespaces of its own: it puts together what is to be seen, makes that
 * the root, gives the network its loopback, and becomes nobody before the bridge starts.
 * Arguments: stage, uid, gid, then kind, from and at of each mount, `--`, and the bridge's own.
 */
export const SET_UP = `set -eu
stage=$1 uid=$2 gid=$3; shift 3
mount -t tmpfs -o mode=755,nosuid,nodev crew "$stage"
cd "$stage"
mkdir dev proc .old
mount -t proc crew proc
mount -t tmpfs -o mode=755,nosuid crew dev
for name in null zero full random urandom tty; do : > "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 crew dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for n in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/\${n%%:*}" "dev/\${n#*:}"; done
while [ "$1" != -- ]; do
  kind=$1 from=$2 at=$stage$3; shift 3
  if [ "$kind" = link ]; then mkdir -p "\${at%/*}"; ln -s "$from" "$at"; continue; fi
  if [ -d "$from" ]; then mkdir -p "$at"; else mkdir -p "\${at%/*}"; [ -e "$at" ] || : > "$at"; fi
  mount --rbind "$from" "$at"
  [ "$kind" = read ] && mode=ro || mode=rw
  mount -o "remount,bind,$mode,nosuid,nodev" "$at"
done
shift
mount -o remount,ro,nosuid crew dev
mount -o remount,ro,nosuid,nodev crew "$stage"
ip link set lo up 2>/dev/null || perl -e '
  socket(S, 2, 2, 0) or die; $r = pack("a16 s x22", "lo", 0);
  ioctl(S, 0x8913, $r) or die; $r = pack("a16 s x22", "lo", unpack("x16 s", $r) | 1); ioctl(S, 0x8914, $r) or die'
pivot_root . .old
cd /
umount -l /.old
umount -l /proc
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"`;
