"""The service's unit for systemd."""

UNIT = """\
# Made by `mouseboard setup`, which writes it anew. Changes of your own are kept by `systemctl edit mouseboard`.
[Unit]
Description=Mouseboard, the page of the game table
# It waits for neither the table nor the network: both may come later, and are then found.
# A computer without a clock of its own at least does not go back behind its last day.
After=time-set.target
# DeviceAllow= below knows a kind of port only if its driver is loaded, and the table may come later.
Wants=modprobe@cdc_acm.service
After=modprobe@cdc_acm.service
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart={command}
Environment=MOUSEBOARD_JOURNAL=%S/mouseboard/journal.db
Restart=always
RestartSec=5
# Ctrl-C and SIGTERM end it in good order with this status.
SuccessExitStatus=130
TimeoutStopSec=10

# It is nobody: a user who exists only while it runs, with one folder, /var/lib/mouseboard.
DynamicUser=yes
StateDirectory=mouseboard
StateDirectoryMode=0700
UMask=0077
{homes}
ProtectSystem=strict
PrivateMounts=yes
PrivateTmp=yes
PrivateUsers=yes

# It has serial ports on USB and the network, and no other device.
DevicePolicy=closed
DeviceAllow=char-ttyACM rw
{group}RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK

# It changes nothing of the system and sees nobody else's programs.
CapabilityBoundingSet=
LockPersonality=yes
MemoryMax=256M
NoNewPrivileges=yes
ProcSubset=pid
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources

[Install]
WantedBy=multi-user.target
"""
